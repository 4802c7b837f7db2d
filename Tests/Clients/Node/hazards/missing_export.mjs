// It lies in this module's first line of code.
import { size } from './imports.mjs';

size();
