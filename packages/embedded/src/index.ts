export { type EmbeddedConnector, type EmbeddedEvents, embedded } from './embedded.ts'
export { watchEmbedded } from './watchEmbedded.ts'
