export { createBudgets } from './budgets.ts'
export { type Limits, type RunningRelay, start } from './start.ts'
