/** What is shown of roles; a change of one asks for all of it again. */
export const rolesSubject = "roles";
