/** The text of the course about the first ninety days: eleven sections; each page is a title and a short text. */
export const handbook: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    "Welcome",
    [
      [
        "Your first day",
        "You have a desk, a name on the door and somebody who expects you. That is enough for a first day. Nobody expects you to remember names, and nobody minds being asked twice.\n\n- Collect your badge at reception.\n- Have lunch with your guide; it is paid for.\n- Go home on time. The first week is tiring in a way that does not show.",
      ],
      [
        "Who we are",
        "Northwind began in 1987 with two trucks and a rented shed. Today about nine hundred people plan, store and move goods for hospitals, schools and shops. We are owned by a foundation that may not sell its shares, so nobody has to be impressed every quarter. What we earn goes into the business, into training, and into a fund for the region.",
      ],
      [
        "What we promise each other",
        "Four sentences hang in every meeting room. They are short so that they can be used in a disagreement.\n\n1. Safe before fast.\n2. Say it early.\n3. Explain the why.\n4. Leave it better than you found it.\n\nIf somebody breaks one, you may say so, whoever it is.",
      ],
      [
        "Your guide",
        "Your guide is a colleague who is not your manager. Ask them what you would not ask in a meeting: how the coffee fund works, who decides in practice, which reports nobody reads. You meet twice a week in the first month and once a week after that. What you tell your guide stays there.",
      ],
      [
        "The first ninety days",
        "Days 1 to 30 are for **listening**, 31 to 60 for **doing with help**, 61 to 90 for **doing on your own**. After each part you and your manager talk for half an hour: what went well, what was strange, what you need. Bring one thing that we should change. New eyes last about six weeks.",
      ],
      [
        "Words you will hear",
        "*Dock*: a gate of the warehouse. *Wave*: the orders picked together. *Gemba*: going to look instead of discussing. *The board*: the whiteboard of a team, not the directors. *P1*: somebody cannot work. If you hear one that is not here, ask, and add it to the glossary.",
      ],
    ],
  ],
  [
    "Working day",
    [
      [
        "Hours and breaks",
        "Office hours are yours to plan between six and twenty o'clock, with a core from ten to three. Warehouse shifts hang out two weeks ahead. After six hours there are thirty minutes of break, after nine hours forty-five. Breaks are not a kindness: tired people drop things, and things fall on people.",
      ],
      [
        "Recording time",
        "Record your hours on the day they happen, in the browser or at the terminal by the gate. Overtime needs a word with your manager **before**, not after. Forgotten entries can be corrected for two weeks; after that payroll has to do it by hand, and payroll has a long memory.",
      ],
      [
        "Holiday",
        "You have thirty days a year. Ask as early as you can for school holidays and as late as you like for a single Friday. A request that is not answered within five working days counts as granted. Up to five days move into the next year until the end of March.",
      ],
      [
        "When you are ill",
        "Call or write before your shift begins; you need not say what you have. From the fourth day we need a certificate. Please do not work from bed: it takes longer and infects documents with mistakes. When you come back after six weeks or more, we plan the return together, with fewer hours at first.",
      ],
      [
        "Working from home",
        "Where the work allows it, up to three days a week. The rules are short: reachable in the core hours, screen not visible to others, papers with names stay at the office. You get a chair and a screen for home; the form takes two minutes.",
      ],
      [
        "Travel",
        "Trains before cars, cars before planes. Book through the portal, because then we know where you are when something happens. Meals are paid by a fixed amount, so you do not need to collect receipts for sandwiches. Travel time beyond the normal day counts half as working time.",
      ],
    ],
  ],
  [
    "Money",
    [
      [
        "Your pay",
        "Salaries are paid on the 25th. The slip arrives in your personal folder, never by e-mail. Every job has a band, and the bands are public inside the company: you can see what the step above yours pays and what it asks for. Errors happen; tell payroll and they correct them in the next run.",
      ],
      [
        "Pension",
        "We add six per cent of your salary to the pension fund, and two more if you add two yourself. You decide once a year in November how it is invested. If you do nothing, it goes into the balanced fund, which is a reasonable thing to do.",
      ],
      [
        "Expenses",
        "Take a picture of the receipt, choose the cost centre, send. Below fifty euros nobody asks, above it your manager does. Hospitality needs the names of the guests and the reason. Money is back within a week. Alcohol is not an expense, however good the reason was.",
      ],
      [
        "Buying things",
        "Everything up to 250 euros: buy it from the catalogue. Up to 5,000: three offers and the signature of your manager. Beyond that: purchasing, at the beginning and not at the end. Anything with a subscription needs a look from IT, because subscriptions hold data and renew themselves.",
      ],
      [
        "Gifts",
        "A calendar at the end of the year is fine, a weekend at a lake is not. The limit is thirty-five euros a year for each giver, and nothing at all while an offer is open. If refusing would be rude, accept it in the name of the company and hand it to the raffle.",
      ],
      [
        "Benefits",
        "A bicycle, a season ticket, or the difference paid out. Language lessons. Two days a year for voluntary work, with pay. A doctor who comes in each quarter. And fruit, which is mostly bananas, because whoever orders the fruit likes bananas.",
      ],
    ],
  ],
  [
    "Safety",
    [
      [
        "Stop means stop",
        "Everybody may stop any work that looks dangerous, on the first day too. Say *stop* loudly, with your hand up. Nobody argues; everybody steps back; then it is discussed. It has happened that the stop was unnecessary. It has never been punished.",
      ],
      [
        "On the yard",
        "High-visibility vest, always, also for the twenty metres to the smoking shelter. Walk on the green paths. Trucks that reverse have right of way over everything, because the driver cannot see you. Telephones stay in the pocket between the gates.",
      ],
      [
        "In the warehouse",
        "Safety shoes beyond the yellow line. No headphones. Racks have a plate with the load they can carry; a bent upright is reported at once, because racks fall like dominoes. Never climb a rack: there is always a ladder, and it is always nearer than you think.",
      ],
      [
        "At the desk",
        "Screen at arm's length, upper edge at eye height. Feet on the floor. Stand up once an hour, even if only to look out of the window. If your back or your wrist hurts for longer than a week, the ergonomics team comes within five days and brings chairs to try.",
      ],
      [
        "Accidents and near misses",
        "Report what nearly happened, not only what did. Behind each serious accident there are about three hundred near misses that looked harmless. The form takes one minute, and a name is optional. Each month we choose three and change something.",
      ],
      [
        "Emergencies",
        "Inside: 112 from any telephone; the porter hears it too and opens the gates. Assembly point is the meadow behind hall 2. Defibrillators hang at reception, in the canteen and at gate 7. Find the one nearest to you today.",
      ],
    ],
  ],
  [
    "Tools",
    [
      [
        "Your account",
        "One account opens everything. The password has at least fourteen characters, and a sentence is easier to remember than a riddle. The second factor is an app or a key. IT will never ask you for either. If somebody does, it is not IT.",
      ],
      [
        "Mail and calendar",
        "Answer within a working day, even if the answer is *on Thursday*. Calendars are open to colleagues; private entries show as busy. Use the subject line as if it were the only thing that will be read. It often is.",
      ],
      [
        "Chat",
        "Chat is for quick questions, not for decisions. Use threads. A person with the moon next to the name is not late in answering, they are away. After eighteen o'clock messages wait until morning, unless somebody is on call and has agreed to it.",
      ],
      [
        "Files",
        "Teams have shares, projects have spaces, people have a drive for drafts. Work together in one document instead of sending copies. If you leave a project, hand its files over; do not take them along as a souvenir.",
      ],
      [
        "Getting help",
        "The service desk answers from six to twenty-two: chat, telephone, or the counter next to the canteen. Say what you wanted to do, what happened instead, and whether others have it too. A picture of the screen saves three questions.",
      ],
      [
        "Learning portal",
        "You are in it. Courses you must take have a date; the others are yours to choose. You may use four hours a month without asking. When you finish a course, it stays in your history, and your manager sees that you completed it but not your answers.",
      ],
    ],
  ],
  [
    "Customers",
    [
      [
        "Who they are",
        "Sixty per cent of what we move goes to hospitals, a quarter to schools, the rest to shops. A late pallet of crisps is a nuisance. A late pallet of infusions is not. That is why orders have colours, and why red overtakes everything, including the managing director's sofa.",
      ],
      [
        "First contact",
        "Say your name, ask for theirs, and let them finish. People who call are usually in the middle of a problem that began without us. Repeat what you understood. If you cannot solve it, say who will and by when, and then make sure that it happens.",
      ],
      [
        "Complaints",
        "A complaint is free advice from somebody who still talks to us. Thank them, write it down, and solve the case first. Up to 100 euros you may decide on your own. Afterwards ask why five times. The fifth answer is usually about us and not about a person.",
      ],
      [
        "Saying no",
        "A clear no today is kinder than a weak yes that breaks on Friday. Say what is not possible, say why in one sentence, and offer what is. Do not hide behind a rule. If the rule is wrong, tell us, and until it is changed keep to it.",
      ],
      [
        "Confidential things",
        "We know when a hospital runs out of something, which is more than its patients should know. Do not talk about customers in trains and lifts, and never name them in examples. What you see on a pallet label stays on the label.",
      ],
      [
        "Service levels",
        "Red: 4 hours. Amber: next morning. Green: within three days. The clock starts when the order is confirmed and stops at the customer's gate. We publish our numbers every month, the bad ones too. Last month amber was at 97.2 per cent.",
      ],
    ],
  ],
  [
    "Quality",
    [
      [
        "Right first time",
        "Correcting a wrong delivery costs eleven times as much as making it properly. So slow is often the fast way: scan every box, read the last three digits aloud, and stop when something does not fit. A line that stands still for two minutes is cheaper than a lorry that turns back.",
      ],
      [
        "Standard work",
        "Each job has a sheet with its steps, written by those who do it. It is the best way we know *today*. If you have a better one, try it with your team leader, measure it, and change the sheet. A sheet without changes for two years is a sheet that nobody reads.",
      ],
      [
        "The board",
        "Every team meets for ten minutes at its board: yesterday, today, obstacles. Numbers in green or red with a word next to them, so that everybody can read them. Problems get a name and a date. What is not solved here goes one board up, and comes back with an answer.",
      ],
      [
        "Cold chain",
        "Medicines travel between two and eight degrees. The logger in the box writes every five minutes. Above eight for more than half an hour: stop, quarantine, call quality. Never decide on your own that it was surely fine. It often was, and sometimes it was insulin.",
      ],
      [
        "Audits",
        "Auditors ask simple questions: what do you do, where is it written, show me. Answer what is asked; *I do not know, I would look here* is a good answer. Do not tidy up for the audit. If it has to be tidied for an audit, it has to be tidied anyway.",
      ],
      [
        "Ideas",
        "Ideas are answered within two weeks, with yes, no or a question. A no comes with its reason. Three out of ten are carried out. The best one of last year was a strip of yellow tape; it saved forty hours a week.",
      ],
    ],
  ],
  [
    "People",
    [
      [
        "Talking about work",
        "You talk with your manager every second week for half an hour. It is your meeting: you bring the topics. Once a year there is a longer one about where you want to go. If two in a row are cancelled, say so; if three are, tell personnel.",
      ],
      [
        "Feedback",
        "Describe what you saw, say what it did, ask how the other saw it. *In the meeting you answered for Jun twice; I think he stopped talking; did you notice?* Soon, in private, and about things that can be changed. Praise follows the same rules, except the one about private.",
      ],
      [
        "Respect",
        "We do not make jokes about where somebody comes from, whom they love, what they believe, how old they are or how their body works. If it happens, say *I do not find that funny*, or tell somebody you trust. There are four persons of trust; two are not employed here.",
      ],
      [
        "Conflicts",
        "Speak with each other first, within a week. If it does not help, with a third person whom both accept. Then with your managers. Nobody is asked to put up with something so that there is peace.",
      ],
      [
        "Parents and carers",
        "Children become ill at seven in the morning. Say so, and go. There are ten paid days a year, emergency childcare next to the school, and part-time for a while without a reason. The same holds for those who care for parents or partners.",
      ],
      [
        "Works council",
        "Nine elected colleagues stand for the interests of all. They must agree on shift plans, on cameras and on new software that can measure people. Their door is next to the canteen, and you may go there in working time without saying why.",
      ],
    ],
  ],
  [
    "Environment",
    [
      [
        "What we emit",
        "Two thirds of our carbon comes from diesel, a fifth from cooling, the rest from everything else. So a full truck does more than a thousand switched-off lamps. Switch off the lamps all the same, because it is a habit that spreads.",
      ],
      [
        "Driving",
        "Drive ahead with your eyes, not behind with your brakes. Smooth driving saves up to fifteen per cent of fuel and most of the anger. Engine off when you wait for longer than a minute. Tyre pressure on Mondays.",
      ],
      [
        "Packaging",
        "Reuse, then reduce, then recycle. Boxes come back folded. Film is collected clear and coloured apart, because mixed film is waste and clear film is money. Ask customers whether they need the second layer; most never did.",
      ],
      [
        "Waste",
        "Five bins, five colours, one rule: if you do not know, read the lid. Batteries never go into any of them. They go into the red box at the gate, with tape over the poles, since one loose battery burnt down a neighbour's hall.",
      ],
      [
        "Water and spills",
        "Whatever reaches the yard drain reaches the river. Spill kits stand at each dock: stop the source, ring it with the sausages, then absorb. Call the environment officer even for a bucketful. The officer is friendly; the authority less so.",
      ],
      [
        "Energy",
        "The roof makes about a third of our electricity. Trucks charge at noon when the sun does. In the cold store each minute of an open door costs as much as a kettle all day, so plan what you take before you go in.",
      ],
    ],
  ],
  [
    "Security",
    [
      [
        "Badges and visitors",
        "Wear the badge where it can be seen. Ask people without one: *may I help you?* It is polite, and it is the best alarm system there is. Visitors sign in, wear orange, and are never alone. Hold the door for people, not for strangers.",
      ],
      [
        "Clean desk",
        "In the evening papers with names or numbers go into the cupboard, the screen is locked, the whiteboard wiped. Not because we mistrust the cleaners, but because a photograph takes a second and lasts for ever.",
      ],
      [
        "Devices",
        "Company devices are encrypted and can be erased from afar. Private telephones may show mail in the company app and nowhere else. Found a USB stick on the yard? Do not be curious. Bring it to IT, who have a computer that may be curious for you.",
      ],
      [
        "Messages that smell",
        "Hurry, secrecy, and a request for money or passwords: two of the three are enough to report it. There is a button in the mail program. You will get an answer, and never a reproach. More in the course *Phishing: think before you click*.",
      ],
      [
        "Reporting",
        "If you see something that breaks the law or our rules, there is a line that does not show who calls. It is run by a law office. Reprisals against those who report in good faith are themselves a reason for dismissal.",
      ],
    ],
  ],
  [
    "Looking ahead",
    [
      [
        "Your plan",
        "Write down three things for the next year: one to learn, one to finish, one to stop. Show them to your manager and to your guide. Plans change. What stays is that you have said it aloud to somebody who will ask.",
      ],
      [
        "Ways through the company",
        "About half of our team leaders began in the warehouse. You may apply for every job after one year, and look on for two days before. Nobody has to be told until you apply. Ways lead sideways too: sideways is often where the view is.",
      ],
      [
        "Training",
        "Each person has a budget of 1,200 euros and five days a year. Licences and languages for work come on top. Teach something yourself once, even for twenty minutes: you will never understand it better than on the evening before.",
      ],
      [
        "If you leave",
        "Sometimes the right next step is elsewhere. Tell us early, hand over in peace, come to the farewell. We write references within a week. One in nine comes back, and is asked what they have seen.",
      ],
      [
        "Thank you",
        "You have read the whole handbook, which puts you in good company: about one person in three does. If something was wrong, unclear or missing, write to the authors. The next one to start on a Monday will be glad.",
      ],
    ],
  ],
];
