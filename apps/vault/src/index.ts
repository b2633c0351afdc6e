export { createBudgets } from './budgets.ts'
export { vaultDatabase } from './database/vaultDatabase.ts'
export { limits } from './limits.ts'
export { start, type Vault } from './start.ts'
