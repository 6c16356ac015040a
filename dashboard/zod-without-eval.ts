import { config } from 'zod';

// zod compiles parsers with `new Function`, which the page's policy refuses and the browser then reports as an error.
// Imported before any schema: they look at this when they are made.
config({ jitless: true });
