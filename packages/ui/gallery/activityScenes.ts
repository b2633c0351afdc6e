import { setCurrentTab } from '@foyer/core/internal'
import { logos, testFoyer } from '../src/testFoyer.test.kit.ts'
import {
  coins,
  dollars,
  nft,
  refuse,
  router,
  someTransactions,
  type TestHistory,
  testHistory,
  testTransaction,
} from '../src/views/activity/testHistory.test.kit.ts'
import type { Scene } from './scene.ts'

const never = () => new Promise<never>(() => {})

function scene(
  change: (history: TestHistory) => void,
  wallet: NonNullable<Parameters<typeof testFoyer>[0]>['wallet'] = {},
): Scene {
  return {
    async kit() {
      const history = testHistory()
      change(history)
      const { foyer } = await testFoyer({ options: { apiUrl: history.url }, wallet })
      return foyer
    },
    async show(modal, foyer) {
      setCurrentTab(foyer, { currentTab: 2, namespace: 'eip155' })
      await modal.open('Account')
    },
  }
}

const long = testTransaction({
  operationType: 'trade',
  transfers: [
    {
      ...dollars('in', `${'9'.repeat(60)}.123456`, router),
      fungible_info: {
        name: 'A Token Whose Name Never Ends At All',
        symbol: 'UNREASONABLE',
        icon: { url: logos.polygon },
      },
    },
    coins('out', '123456789012.123456789012345678', router),
    nft('The Collection With the Longest Name of All #115792089237316195'),
  ],
})

export const activityScenes: Readonly<Record<string, Scene>> = {
  activity: scene(() => {}),
  'activity-long': scene((history) => {
    history.transactions = [long, ...someTransactions()]
  }),
  'activity-spam': scene((history) => {
    history.transactions = [
      testTransaction({ operationType: 'receive', transfers: [nft('Claim 5,000 at evil', true)] }),
      ...someTransactions().slice(0, 2),
    ]
    history.coverage = { ...history.coverage, backfill: 0.42 }
  }),
  'activity-unseen': scene((history) => {
    history.transactions = someTransactions().slice(0, 2)
    history.coverage = {
      ...history.coverage,
      backfill: 0.42,
      unseen: ['approvals', 'failed', 'past-coins', 'token-accounts'],
    }
  }),
  'activity-empty': scene((history) => {
    history.transactions = []
  }),
  'activity-loading': scene((history) => {
    history.answer = never
  }),
  'activity-failed': scene((history) => {
    history.answer = async () => refuse(400, 'transactions-failed')
  }),
  'activity-unavailable': scene((history) => {
    history.answer = async () => refuse(400, 'chain-unsupported')
  }),
}
