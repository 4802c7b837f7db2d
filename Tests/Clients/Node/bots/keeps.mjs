// Keeps files in its project, in a folder for each of the ways that its arguments name.
import fs from 'node:fs';
import * as voice from '../../../../Sources/Clients/Node/voicetest-app.mjs';

const WAYS = {
    read: (file) => [fs.readFileSync(file), fs.readFileSync(file)],
    promised: (file) => fs.promises.readFile(file),
    opened: async (file) => (await fs.promises.open(file, 'r+')).close(),
    streamed: async (file) => {
        for await (const _ of fs.createReadStream(file));
    },
    moved: (file) => {
        fs.renameSync(file, `${file}.old`);
        return fs.readFileSync(`${file}.old`);
    },
    appends: (file) => fs.appendFileSync(file, 'a'),
    writesFirst: (file) => [fs.writeFileSync(file, 'b'), fs.readFileSync(file)],
    moves: (file) => [fs.writeFileSync(`${file}.new`, 'a'), fs.renameSync(`${file}.new`, file), fs.readFileSync(file)],
};
for (const way of process.argv.slice(2)) {
    fs.mkdirSync(way, { recursive: true });
    if (fs.existsSync(`${way}/a.txt`)) await (WAYS[way] ?? WAYS.read)(`${way}/a.txt`);
    if (way !== 'given') fs.writeFileSync(`${way}/a.txt`, 'a');
}
voice.emit('over');
