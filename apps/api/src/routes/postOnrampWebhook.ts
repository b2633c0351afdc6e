import { postOnrampWebhook } from '@foyer/protocol/api'
import { defineRoute } from '@foyer/server'
import { ofProvider } from '../onramp/ofProvider.ts'

/** The door has verified the signature, and read the body. */
export const postOnrampWebhookRoute = defineRoute(
  postOnrampWebhook,
  ofProvider,
  async ({ caller: { event, name } }, { log, onramp }) => {
    const changed = await onramp.applyEvent(name, event)
    log.info({ provider: name, status: event.status, changed }, 'a provider told of a purchase')
    return {}
  },
  { parse: () => undefined },
)
