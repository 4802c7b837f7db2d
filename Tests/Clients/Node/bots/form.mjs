// What recognizers behind HTTP are asked: a form with a file.
const form = new FormData();
form.append('file', new Blob(['a large pizza']), 'words.txt');
await fetch('http://127.0.0.1:9/hear', { method: 'POST', body: form }).catch(() => {});
