/** English texts of the sign-in. */
export const enSignIn = {
  'signIn.heading': 'Sign in to {site}',
  'signIn.text': 'Sign a message to prove that this account is yours. It’s free and sends nothing.',
  'signIn.account': 'Account',
  'signIn.sign': 'Sign in',
  'signIn.later': 'Not now',
  'signIn.leave': 'Cancel and disconnect',
  'signIn.open': 'Continue in {wallet}',
  'signIn.openText': 'Check that the message names {site}, then sign it.',
  'signIn.verifying': 'Authenticating...',
  'signIn.retry': 'Try again',
  'signIn.declined': 'Signature declined',
  'signIn.declinedText': 'Sign the message to use your account here.',
  'signIn.failed': 'A problem occurred while trying initialize authentication',
  'signIn.failedText': 'Check your connection and try again.',
  'signIn.smartAccount': 'This application might not support Smart Accounts',
  'signIn.smartAccountText': 'Try again with another account, or ask the site to support yours.',
}
