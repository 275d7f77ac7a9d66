import * as z from "zod/mini";

// Files of one worker share its modules, so that each is evaluated once. What one file's imports change for all is set back here before the next:
// whoever imports the full zod, as the resolver of forms does, gives every schema English sentences that the server never has.
z.config({ localeError: undefined });
