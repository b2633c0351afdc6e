import { postOperation } from '@foyer/protocol/sponsor'
import { defineRoute } from '@foyer/server'
import { ofLogin } from '../doors.ts'
import { buildOperation } from '../operations/buildOperation.ts'

/** Builds an operation that a paymaster of the site pays for. */
export const postOperationRoute = defineRoute(postOperation, ofLogin, ({ body }, services) =>
  buildOperation(services, body),
)
