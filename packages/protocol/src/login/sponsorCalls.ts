import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import {
  builtOperation,
  operationQuestion,
  operationState,
  operationWish,
  sentOperation,
  signedOperation,
} from '../sponsor/operations.ts'
import {
  sponsorAnswer,
  sponsorBatch,
  sponsoredCalls,
  sponsoredCallsId,
  sponsorSignature,
} from '../sponsor/postSponsoredCalls.ts'

const none = v.strictObject({})

/** Asks whether the operator pays for calls of the user who is logged in on this device. A adds user, project and page. */
export const loginSponsorCheck = defineEndpoint({
  method: 'POST',
  path: '/v1/sponsor/check',
  summary: 'Whether the operator pays for calls.',
  query: none,
  body: v.strictObject(sponsorBatch),
  response: sponsorAnswer,
})

/** Sends a batch that the user's key has signed, at the operator's cost. */
export const loginSponsorCalls = defineEndpoint({
  method: 'POST',
  path: '/v1/sponsor/calls',
  summary: 'Sends a signed batch at the cost of the operator.',
  query: none,
  body: v.strictObject({ ...sponsorBatch, ...sponsorSignature }),
  response: sponsoredCalls,
})

/** Reads the state of a batch of the user who is logged in on this device. An unknown one is 404. */
export const loginSponsorState = defineEndpoint({
  method: 'POST',
  path: '/v1/sponsor/state',
  summary: 'The state of a batch that the operator sends.',
  query: none,
  body: v.strictObject({ id: sponsoredCallsId }),
  response: sponsoredCalls,
})

/** Builds an operation (ERC-4337) of calls for which a paymaster pays that the site names. */
export const loginOperation = defineEndpoint({
  method: 'POST',
  path: '/v1/operation',
  summary: 'Builds an operation that a paymaster of the site pays for.',
  query: none,
  body: v.strictObject(operationWish),
  response: builtOperation,
})

/** Sends an operation that the user's key has signed. */
export const loginOperationSend = defineEndpoint({
  method: 'POST',
  path: '/v1/operation/send',
  summary: 'Gives a signed operation to the bundler of the operator.',
  query: none,
  body: v.strictObject(signedOperation),
  response: sentOperation,
})

/** Reads what became of an operation. */
export const loginOperationState = defineEndpoint({
  method: 'POST',
  path: '/v1/operation/state',
  summary: 'The state of an operation.',
  query: none,
  body: v.strictObject(operationQuestion),
  response: operationState,
})
