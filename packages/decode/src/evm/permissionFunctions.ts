import { hexFact } from '../facts.ts'
import { type KnownFunction, knownFunction } from './callReading.ts'
import { permissionsContract, revokeSelector } from './permissionGrant.ts'

/** Functions of the contract of permissions, by selector. @source contracts/FoyerPermissions.sol */
export const permissionFunctions: Readonly<Record<string, KnownFunction>> = {
  [revokeSelector]: knownFunction('revoke', 'bytes32', ([digest]: [Uint8Array], { to }) => ({
    action: 'revoke-permission',
    facts: [hexFact('data', digest)],
    unknown: to.toLowerCase() !== permissionsContract.toLowerCase(),
  })),
}
