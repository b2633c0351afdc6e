import { postOperationState } from '@foyer/protocol/sponsor'
import { defineRoute } from '@foyer/server'
import { ofLogin } from '../doors.ts'
import { readOperationState } from '../operations/buildOperation.ts'

/** Tells what became of an operation. */
export const postOperationStateRoute = defineRoute(
  postOperationState,
  ofLogin,
  ({ body }, services) => readOperationState(services, body),
)
