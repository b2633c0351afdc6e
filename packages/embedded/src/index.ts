export { type EmbeddedConnector, embedded } from './embedded.ts'
export { watchEmbedded } from './watchEmbedded.ts'
