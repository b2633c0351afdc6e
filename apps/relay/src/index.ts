export { createBudgets } from './budgets.ts'
export { type Limits, limits } from './limits.ts'
export { type RunningRelay, start } from './start.ts'
