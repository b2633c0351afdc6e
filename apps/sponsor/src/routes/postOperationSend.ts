import { postOperationSend } from '@foyer/protocol/sponsor'
import { defineRoute } from '@foyer/server'
import { ofLogin } from '../doors.ts'
import { sendOperation } from '../operations/buildOperation.ts'

/** Gives a signed operation to the bundler. */
export const postOperationSendRoute = defineRoute(
  postOperationSend,
  ofLogin,
  ({ body }, services) => sendOperation(services, body),
)
