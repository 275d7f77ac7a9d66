import * as z from "zod/mini";

// Test files of one worker share its modules, so each module is evaluated once. Global changes by one file's imports are undone here before the
// next: importing the full zod, as the form resolver does, gives every schema English messages that the server never has.
z.config({ localeError: undefined });
