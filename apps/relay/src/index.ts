export { type Limits, type RunningRelay, start } from './start.ts'
