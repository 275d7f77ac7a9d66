-- The log keeps why a fact was refused as a code; it was a sentence in English (features/progress/server/refused-facts.ts makes the words).
-- As stoa_system, which sees every portal: the owner sees no row. No lock of a whole table, so nobody who reads the log waits.
set local role stoa_system;
update commit_log set delta = delta || jsonb_build_object('refused', case delta->>'refused'
    when 'This page is not part of the version you are learning.' then 'unknown_page'
    when 'This part of the page is not in the version you are learning.' then 'unknown_block'
    when 'This part is not in the version you are learning.' then 'unknown_part'
    when 'A newer attempt has begun; this one is closed.' then 'attempt_closed'
    when 'This part was not opened for learning.' then 'not_opened'
    when 'This quiz has no questions.' then 'no_questions'
    when 'You have already passed this quiz.' then 'already_passed'
    when 'You have handed in this quiz as often as it allows.' then 'no_submissions_left'
    else 'not_applied' end)
  where outcome = 'refused' and delta ? 'refused';
reset role;
