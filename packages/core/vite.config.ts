import { packageBuild } from '../../scripts/packageBuild.ts'

export default packageBuild({
  entries: { index: 'src/index.ts', internal: 'src/internal.ts' },
  chunks: {
    // Before the first click.
    page: [
      'createFoyer.ts',
      'start.ts',
      'account/account.ts',
      'events/track.ts',
      'network/readNetwork.ts',
      'store/watch.ts',
      'wallets/prefetchWallets.ts',
      'wallets/wallet.ts',
    ],
    // An entry point of pages, a chunk of its own, so that it loads nothing else.
    account: ['account/readAccount.ts'],
    // With the list of wallets.
    list: [
      'connection/readPrompts.ts',
      'connector/authConnector.ts',
      'connector/findPairingConnector.ts',
      'connector/readConnectOrder.ts',
      'readMetadata.ts',
      'wait/settle.ts',
      'wallets/listEntries.ts',
    ],
    // With the first call to a server.
    directory: [
      'events/sendEvent.ts',
      'wait/delay.ts',
      'wait/timeLimit.ts',
      'wait/untilAwake.ts',
      'wallets/loadFirstWallets.ts',
    ],
    // Once the list is open, or a stored connection is confirmed.
    connection: [
      'connection/cancelConnect.ts',
      'connection/connect.ts',
      'connection/withoutPrompt.ts',
      'wallets/walletLink.ts',
    ],
    // Once a wallet is connected, so that no view of the account loads it once more.
    balance: ['balance/refreshNativeBalance.ts', 'send/isUnclear.ts'],
    facts: ['account/loadAccountFacts.ts'],
    // With the buttons of an account: whether it can swap, without the code of swaps.
    supportsSwaps: ['swap/supportsSwaps.ts'],
    // With the first transaction.
    send: [
      'calls/isBatchRefused.ts',
      'calls/loadCalls.ts',
      'send/sendTransaction.ts',
      'send/waitForTransaction.ts',
    ],
    // With the form of a swap, its quotes, and its first approval.
    swapForm: [
      'swap/getSwapTokens.ts',
      'swap/groupSwapTokens.ts',
      'swap/hasCrossings.ts',
      'swap/readDestination.ts',
      'swap/readSwapErrorCode.ts',
      'swap/readSwapProblem.ts',
      'swap/swapState.ts',
    ],
    swap: ['swap/createSwap.ts'],
    swapRun: ['swap/carryOutSwap.ts'],
    // With the first swap across networks.
    crossings: ['swap/openCrossings.ts'],
  },
})
