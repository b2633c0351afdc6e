export { type LoginServer, start } from './server/start.ts'
