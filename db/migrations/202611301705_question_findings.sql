-- What "Check my computer" found, where somebody lets it go with a question (capabilities.md HELP-4).
alter table help_questions add column findings text check (length(findings) between 1 and 1000);
