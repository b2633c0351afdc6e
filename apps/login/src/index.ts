export { buildPages } from './build/buildPages.ts'
export { createBudgets } from './server/budgets.ts'
export { shape as loginDatabase } from './server/database/database.ts'
export { type LoginServer, start } from './server/start.ts'
