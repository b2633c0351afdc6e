/** English texts of what a history has and what it lacks. */
export const enActivity = {
  'activity.since': 'Since {date}.',
  'activity.missing': 'Not shown: {list}.',
  'activity.missingInternal': 'coins sent by contracts',
  'activity.missingApprovals': 'approvals',
  'activity.missingFailed': 'failed transactions',
  'activity.missingPast': 'older transfers of {symbol}',
  'activity.missingTokens': 'some of the tokens',
  'activity.missingOther': 'some other activity',
  'activity.backfill': 'Older activity is still being read: {percent}.',
} as const
