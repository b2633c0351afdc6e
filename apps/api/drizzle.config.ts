import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/database/schema.ts',
    './src/indexer/historyTables.ts',
    './src/names/nameTables.ts',
    './src/nfts/nftTables.ts',
    './src/history/solana/solanaTables.ts',
    './src/onramp/onrampTables.ts',
  ],
  out: './migrations',
})
