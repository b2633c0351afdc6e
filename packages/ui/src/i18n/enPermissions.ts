/** English texts about the permissions that the user granted to this site. */
export const enPermissions = {
  'permissions.title': 'Acts for you on this site',
  'permissions.periodic': '{agent}: at most {amount} every {time}',
  'permissions.stream': '{agent}: at most {amount} in all',
  'permissions.other': '{agent}: within the limits that you set',
  'permissions.until': 'Until {date}',
  'permissions.stop': 'Stop',
  'permissions.stopLabel': 'Stop {agent}',
  'permissions.stopped': 'Stopped. It is final once the network confirms it.',
} as const
