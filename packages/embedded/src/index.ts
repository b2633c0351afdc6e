export { type EmbeddedConnector, embedded } from './embedded.ts'
