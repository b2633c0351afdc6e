/** English texts of swaps across networks that were sent. */
export const enCrossing = {
  'crossing.onWayTitle': 'On its way',
  'crossing.onWayText':
    '{from} left {fromNetwork}. You should receive {to} on {toNetwork} in about {time}. You can close this.',
  'crossing.lateTitle': 'Takes longer than usual',
  'crossing.lateText':
    '{from} left {fromNetwork}, and {source} has not paid on {toNetwork} yet. You can close this and look again later.',
  'crossing.receivedTitle': 'Received',
  'crossing.receivedText': '{received} arrived on {toNetwork}.',
  'crossing.toldTitle': 'Probably received',
  'crossing.toldText': '{source} says that it paid on {toNetwork}. Check your balance there.',
  'crossing.partialTitle': 'Another token arrived',
  'crossing.partialText':
    '{source} could not finish the swap. You received another token on {toNetwork} instead: {token}',
  'crossing.refundedTitle': 'Sent back',
  'crossing.refundedText': '{source} could not finish the swap, and sent {received} back to you.',
  'crossing.lostTitle': 'The transfer failed',
  'crossing.lostText':
    '{source} says that the transfer failed. {from} left {fromNetwork}: contact {source}, and name the transaction.',
  'crossing.viewOn': 'View on {network}',
  'crossing.viewBack': 'View return',
  'crossing.dismiss': 'Dismiss',
} as const
