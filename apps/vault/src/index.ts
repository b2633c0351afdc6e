export { start, type Vault } from './start.ts'
