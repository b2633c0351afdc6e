import type { apiDatabase } from '@foyer/api'
import type { openDatabase } from '@foyer/server/database'

type Database = Awaited<ReturnType<typeof openDatabase<typeof apiDatabase.schema>>>

/** An account with 100,000 transactions, and one with 10, both on the chain of the benchmark. */
export const busyAccount = `0x${'b'.repeat(40)}`
export const quietAccount = `0x${'c'.repeat(40)}`
export const seededChain = 'eip155:31337'

/** Fills the tables of the history as the indexer does. */
export async function seedHistory({ queries }: Pick<Database, 'queries'>): Promise<void> {
  const rows = (account: string, first: number, last: number) => `
    insert into history_transactions
      (chain_id, block, place, hash, mined_at, sender, receiver, nonce, is_confirmed, intent, fee)
      select '${seededChain}', n, 0, '0x' || lpad(to_hex(n), 64, '0'), 1700000000000 + n * 1000,
        '${account}', '0x' || lpad(to_hex(n), 40, '0'), n, true, 'transfer', 21000000000000
      from generate_series(${first}, ${last}) n;
    insert into history_transfers
      (chain_id, block, place, part, kind, asset, sender, receiver, amount)
      select '${seededChain}', n, 0, 0, 'coin', 'coin', '${account}', '0x' || lpad(to_hex(n), 40, '0'), n
      from generate_series(${first}, ${last}) n;
    insert into history_entries (account, mined_at, chain_id, block, place)
      select '${account}', 1700000000000 + n * 1000, '${seededChain}', n, 0
      from generate_series(${first}, ${last}) n;`
  const statements = [
    `insert into history_chains (chain_id, first_block, first_mined_at, next_block, head_block, seen_at)
      values ('${seededChain}', 0, 1700000000000, 100011, 100010, ${Date.now() + 86_400_000})`,
    ...rows(busyAccount, 1, 100_000).split(';'),
    ...rows(quietAccount, 100_001, 100_010).split(';'),
    'analyze',
  ]
  for (const statement of statements) if (statement.trim() !== '') await queries.execute(statement)
}
