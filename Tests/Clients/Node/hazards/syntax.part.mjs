// No file of JavaScript.
const size = ;
