/** English texts about the types of an account, on the network in use. */
export const enAccountType = {
  'accountType.ready':
    'The first time you do several things at once, your account is upgraded on {network}. Its address stays the same.',
  'accountType.upgraded':
    'Upgraded on {network}: several things need one confirmation, and happen all or not at all.',
  'accountType.plain': 'Each thing you do is a transaction of its own.',
  'accountType.absent': 'There are no smart accounts on {network}.',
  'accountType.undo': 'Undo the upgrade on {network}',
  'accountType.undone':
    'Your account on {network} is a plain one again once the network confirms it.',
} as const
