/** The port of `npm start`. */
export const cardPort = 4006

/**
 * The card page's secrets, which it shares with the api. They are public like the accounts' mnemonic: the page listens on
 * this machine only, and sells coins that have no value.
 */
export const cardKeys = {
  apiKey: 'card-calls-from-this-machine',
  webhookSecret: 'card-webhooks-on-this-machine',
} as const
