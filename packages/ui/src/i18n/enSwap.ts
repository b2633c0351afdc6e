/** English texts of Swap. */
export const enSwap = {
  // form
  'swap.pay': 'You pay',
  'swap.receive': 'You receive',
  'swap.payOn': 'You pay on {network}',
  'swap.receiveOn': 'You receive on {network}',
  'swap.balance': 'Balance {amount}',
  'swap.max': 'Max',
  'swap.maxLabel': 'Max: pay the whole balance',
  'swap.choose': 'Choose',
  'swap.payToken': 'Token you pay: {symbol}',
  'swap.receiveToken': 'Token you receive: {symbol}',
  'swap.flip': 'Exchange the two tokens',
  'swap.enterAmount': 'Enter an amount',
  'swap.review': 'Review swap',
  'swap.quotes': 'Quotes',
  'swap.best': 'Best',
  'swap.minimum': 'Minimum received',
  'swap.impact': 'Price impact',
  'swap.slippage': 'Slippage',
  'swap.cost': 'Network cost',
  'swap.source': 'Source',
  'swap.unknown': 'Unknown',

  // said before anything is signed
  'swap.noBalance': 'Not enough {symbol}',
  'swap.noGas': 'Not enough {symbol} for the network cost',
  'swap.noLiquidity':
    'No market is large enough for this swap. Try a smaller amount, or another token.',
  'swap.noQuotes': 'Quotes could not be loaded.',
  'swap.noTokens': 'The tokens could not be loaded.',
  'swap.unsupported': 'Swaps on {network} are not available yet.',
  'swap.moved': 'The price has changed. Check the new amount before you go on.',
  'swap.highImpact':
    'This swap moves the price by {percent}: you receive less than the tokens are worth.',
  'swap.unlisted':
    '{symbol} is on no list. Anyone can make a token with any name and symbol, so check its address: {address}',
  'swap.connect': 'Connect a wallet to swap.',

  // review
  'swap.allows': '{spender} may spend exactly {amount}, once you approve it.',
  'swap.allowsForNow':
    '{spender} may spend exactly {amount} through Permit2, for 20 minutes from when you approve it.',
  'swap.submit': 'Swap',
  'swap.approveAndSwap': 'Approve and swap',
  'swap.submitAnyway': 'Swap anyway',
  'swap.submitMoved': 'Accept new price',

  // progress
  'swap.progress': 'Progress of the swap',
  'swap.preparing': 'Preparing',
  'swap.checking': 'Checking the price',
  'swap.oneStep': 'Approve {from} and swap for {to}',
  'swap.signing': 'Sign in your wallet',
  'swap.approveStep': 'Approve {symbol}',
  'swap.swapStep': 'Swap for {symbol}',
  'swap.inWallet': 'Approve in your wallet',
  'swap.onNetwork': 'Waiting for the network',
  'swap.stepDone': 'Done',
  'swap.stepNext': 'Next',
  'swap.leave': 'You can close this. It goes on, and is shown here when you return.',
  'swap.done': 'Swapped',
  'swap.doneText': 'You paid {from} and received about {to}.',
  'swap.explorer': 'View on explorer',
  'swap.another': 'New swap',
  'swap.rejectedTitle': 'Declined',
  'swap.rejectedApprove': 'You declined the approval. Nothing was spent.',
  'swap.rejectedSwap': 'You declined the swap. Nothing was spent.',
  'swap.failedTitle': 'Swap failed',
  'swap.failedApprove': 'The approval failed. None of your tokens were spent.',
  'swap.notSent': 'The swap could not be sent. Nothing was spent.',
  'swap.failedSwap': 'The swap failed. Only the network cost may have been spent.',
  'swap.openTitle': 'Not confirmed yet',
  'swap.unclear': 'Your wallet gave no clear answer. Check it before you try again.',
  'swap.unconfirmed':
    'The network has not confirmed it yet. Look at the explorer before you try again.',
  'swap.unsafe': 'The swap was not what you agreed to, so it was stopped. Nothing was spent.',
  'swap.reverts': 'This swap would fail now. Try another amount, or more slippage.',
  'swap.uncheckable': 'The swap can not be checked right now. Try again later.',
  'swap.permitInvalid': 'Your signature is no longer valid. Try again to sign a new one.',
  'swap.change': 'Change the swap',

  // tokens
  'swap.search': 'Search by name or address',
  'swap.clear': 'Clear search',
  'swap.held': 'Your tokens',
  'swap.suggested': 'Suggested',
  'swap.popular': 'Popular',
  'swap.others': 'All tokens',
  'swap.notFound': 'No token is called “{search}”.',
  'swap.notListed': 'Not listed',
  'swap.more': 'Search to find {count} more.',

  // across networks
  'swap.network': 'Network',
  'swap.time': 'Arrives in',
  'swap.about': 'about {time}',
  'swap.receiverAbsent':
    'Your account is a contract that does not exist on the other network. What arrives there could be lost.',
} as const
