export { buildPages } from './build/buildPages.ts'
export { type LoginServer, start } from './server/start.ts'
