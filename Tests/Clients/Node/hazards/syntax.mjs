import './syntax.part.mjs';
