export { managesPeople as actsOnPeople } from "#features/roles/policy.ts";
