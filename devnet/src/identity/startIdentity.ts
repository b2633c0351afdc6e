import { type ServedPage, servePage } from '../servePage.ts'
import { createIdentityApp } from './identityApp.ts'
import { identityClients } from './identityClients.ts'

/** The running providers. */
export type DevIdentity = ServedPage & {
  /** The settings of a login server and a vault that use them. */
  readonly clients: ReturnType<typeof identityClients>
}

/**
 * Serves stand-ins for the identity providers on 127.0.0.1; browsers reach each by its own name, as `google.localhost`.
 *
 * @throws Error with the system's cause, for example a port in use.
 */
export async function startIdentity({
  now,
  port,
  redirectOrigin,
}: startIdentity.Options): Promise<DevIdentity> {
  let real = port
  const app = await createIdentityApp({ redirectOrigin, readPort: () => real, ...(now && { now }) })
  const served = await servePage(app.fetch, { name: 'google', port, who: 'The identity providers' })
  real = served.port
  return { ...served, clients: identityClients(real) }
}

export declare namespace startIdentity {
  type Options = {
    /** TCP port; 0 for a free one. */
    port: number
    /** The login origin, to which codes are sent. */
    redirectOrigin: string
    /** Returns the time in ms since 1970. @default Date.now */
    now?: () => number
  }
}
