import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/database/schema.ts',
    './src/indexer/historyTables.ts',
    './src/onramp/onrampTables.ts',
  ],
  out: './migrations',
})
