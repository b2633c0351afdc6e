import { createRegistry, requestSeconds } from '@foyer/server'
import { Counter, Gauge, Histogram } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Metrics for the operator. No user or address of a user is ever a label. */
export function createMetrics({ ofProcess = false }: { ofProcess?: boolean } = {}) {
  const registry = createRegistry({ ofProcess })
  const registers = [registry]
  return {
    registry,
    requestSeconds: requestSeconds(registry, 'sponsor'),
    submissions: new Counter({
      name: 'foyer_sponsor_submissions_total',
      help: 'Transactions, by chain, kind (calls, payment) and outcome (accepted, mined, failed).',
      labelNames: ['chain', 'kind', 'outcome'] as const,
      registers,
    }),
    refusals: new Counter({
      name: 'foyer_sponsor_refusals_total',
      help: 'Requests that the policy refused, by kind and reason.',
      labelNames: ['kind', 'reason'] as const,
      registers,
    }),
    operations: new Counter({
      name: 'foyer_sponsor_operations_total',
      help: 'Promises to pay for operations (ERC-4337), by chain and outcome (promised, paid, expired).',
      labelNames: ['chain', 'outcome'] as const,
      registers,
    }),
    deposit: new Gauge({
      name: 'foyer_sponsor_deposit_calls_left',
      help: "How many operations of 500,000 gas the paymaster's deposit can still pay for at the highest fee, by chain.",
      labelNames: ['chain'] as const,
      registers,
    }),
    resends: new Counter({
      name: 'foyer_sponsor_resends_total',
      help: 'Transactions sent again with a higher fee, by chain.',
      labelNames: ['chain'] as const,
      registers,
    }),
    minedSeconds: new Histogram({
      name: 'foyer_sponsor_mined_seconds',
      help: 'Time from a request to its block, by chain.',
      labelNames: ['chain'] as const,
      buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
      registers,
    }),
    budgetUsed: new Gauge({
      name: 'foyer_sponsor_budget_used_ratio',
      help: 'Part of the budget of the day that is spent, by budget (0 to 1). Budgets of single users are not listed.',
      labelNames: ['budget'] as const,
      registers,
    }),
    senderCalls: new Gauge({
      name: 'foyer_sponsor_sender_calls_left',
      help: 'How many transactions of 500,000 gas the paying account can still pay for at the highest fee, by chain and account.',
      labelNames: ['chain', 'account'] as const,
      registers,
    }),
  }
}
