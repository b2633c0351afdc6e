export {
  type RelayMessage,
  type RelayMethod,
  type RelayParams,
  relayBatchLimit,
  relayCloseCodes,
  relayMethods,
  relayPush,
  relayTopic,
} from './relay/relayMethods.ts'
