/** Port of the challenge page by default. */
export const challengePort = 4013
/** The secret that the login servers of this machine send. */
const secret = 'devnet-challenge'

/** The setting of a server that asks for this challenge. */
export const challengeOf = (port: number) => ({
  pageUrl: `http://challenge.localhost:${port}/`,
  // Node may not resolve names below localhost.
  verifyUrl: `http://127.0.0.1:${port}/siteverify`,
  secret,
})
