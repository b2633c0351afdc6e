export type { CustomAuth } from './customAuth.ts'
export { type EmbeddedConnector, embedded } from './embedded.ts'
