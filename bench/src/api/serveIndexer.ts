import { start } from '@foyer/api'

/** `serveIndexer.ts <options>`: an api that indexes its chains at once. */
const options = JSON.parse(process.argv[2] ?? '{}')
const api = await start({ ...options, port: 0, indexer: { pollMs: 100 }, logLevel: 'silent' })
console.log(`on ${api.url}`)
