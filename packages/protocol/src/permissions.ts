export { isNeverGranted, neverGranted } from './permissions/neverGranted.ts'
export {
  longestPermission,
  type PermissionAllowance,
  type PermissionMethod,
  type PermissionWish,
  permissionTypes,
  readPermissionRequest,
} from './permissions/permissionRequest.ts'
