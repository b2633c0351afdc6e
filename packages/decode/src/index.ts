export type {
  ApprovalInput,
  BundleCall,
  DescribableRequest,
  DescribedNetwork,
  PlannedTransaction,
} from './approvalInput.ts'
export { describeRequest } from './describeRequest.ts'
export type { DescribeServices } from './describeServices.ts'
export type {
  ActionCode,
  Asset,
  AssetChange,
  DescribedCall,
  Description,
  DescriptionKind,
  Fact,
  FactLabel,
  FactValue,
  Risk,
  ShownText,
  Simulation,
  TitleCode,
  TypedNode,
  Warning,
  WarningCode,
} from './description.ts'
export { type SignRequest, type SignRequestInput, signRequest } from './signRequest.ts'
