import { parseAbi } from 'viem'

/** ERC-20, ERC-2612 and the devnet's open `mint`. */
export const devTokenAbi = parseAbi([
  'constructor(string name, string symbol, uint8 decimals)',
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function totalSupply() view returns (uint256)',
  'function balanceOf(address account) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function approve(address spender, uint256 value) returns (bool)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function transferFrom(address from, address to, uint256 value) returns (bool)',
  'function mint(address to, uint256 amount)',
  'function nonces(address owner) view returns (uint256)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
])

/** The devnet's collections of NFTs (ERC-721): open `mint`, and what is needed to send one. */
export const devNftAbi = parseAbi([
  'constructor(string name, string symbol)',
  'function name() view returns (string)',
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function tokenURI(uint256 tokenId) view returns (string)',
  'function mint(address to, uint256 tokenId)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
])

/** The devnet's badges (ERC-1155), with an open `mint`. */
export const devBadgesAbi = parseAbi([
  'constructor(string uri)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
  'function uri(uint256 id) view returns (string)',
  'function mint(address to, uint256[] ids, uint256[] amounts)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
])

/** WETH9. */
export const wethAbi = parseAbi([
  'function deposit() payable',
  'function withdraw(uint256 wad)',
  'function balanceOf(address account) view returns (uint256)',
  'function approve(address spender, uint256 value) returns (bool)',
])

/** Uniswap V2 factory, which finds a pool. */
export const uniswapV2FactoryAbi = parseAbi([
  'constructor(address feeToSetter)',
  'function getPair(address tokenA, address tokenB) view returns (address pair)',
  'function allPairs(uint256 index) view returns (address pair)',
  'function allPairsLength() view returns (uint256)',
])

/** Uniswap V2 pool, which gives a price. */
export const uniswapV2PairAbi = parseAbi([
  'function token0() view returns (address)',
  'function token1() view returns (address)',
  'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 blockTimestampLast)',
  'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
])

/** Uniswap V2 router: quotes, swaps and liquidity. */
export const uniswapV2RouterAbi = parseAbi([
  'constructor(address factory, address WETH)',
  'function factory() view returns (address)',
  'function WETH() view returns (address)',
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
  'function getAmountsIn(uint256 amountOut, address[] path) view returns (uint256[] amounts)',
  'function addLiquidityETH(address token, uint256 amountTokenDesired, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline) payable returns (uint256 amountToken, uint256 amountETH, uint256 liquidity)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable returns (uint256[] amounts)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
])

/** Uniswap V3 factory, with the fees of its pools in millionths. */
export const uniswapV3FactoryAbi = parseAbi([
  'function getPool(address tokenA, address tokenB, uint24 fee) view returns (address pool)',
  'function enableFeeAmount(uint24 fee, int24 tickSpacing)',
])

/** Contracts of Uniswap V3 that are created with the factory and the coin's token: SwapRouter and QuoterV2. */
export const uniswapV3PeripheryAbi = parseAbi(['constructor(address factory, address WETH9)'])

/** Uniswap V3 positions: creates pools, and gives them liquidity between two ticks. */
export const uniswapV3PositionsAbi = parseAbi([
  'constructor(address factory, address WETH9, address tokenDescriptor)',
  'function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96) payable returns (address pool)',
  'struct MintParams { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'function mint(MintParams params) payable returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
])

/** Pays for operations of smart accounts: `contracts/FoyerPaymaster.sol`. */
export const foyerPaymasterAbi = parseAbi([
  'constructor(address owner, address signer, address implementation)',
  'function deposit() payable',
  'function withdraw(address to, uint256 value)',
  'function setSigner(address signer)',
  'function addStake(uint32 unstakeDelaySeconds) payable',
  'function implementation() view returns (address)',
  'error InvalidAccountCode(address account)',
])

/** Permit2: allowances that end by themselves, by a call or by a signature. */
export const permit2Abi = parseAbi([
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])

/** Uniswap V4 pool manager, which holds the coins and tokens of all pools. */
export const uniswapV4ManagerAbi = parseAbi(['constructor(address initialOwner)'])

/** Contracts of Uniswap V4 that are created with the pool manager: the quoter, and the view of the pools' state. */
export const uniswapV4LensAbi = parseAbi(['constructor(address poolManager)'])

/** Uniswap V4 positions: creates pools, and gives them liquidity. The coin is the token of address 0. */
export const uniswapV4PositionsAbi = parseAbi([
  'constructor(address poolManager, address permit2, uint256 unsubscribeGasLimit, address tokenDescriptor, address weth9)',
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
  'function initializePool(PoolKey key, uint160 sqrtPriceX96) payable returns (int24)',
  'function modifyLiquidities(bytes unlockData, uint256 deadline) payable',
])

/** Uniswap's Universal Router. */
export const universalRouterAbi = parseAbi([
  'struct RouterParameters { address permit2; address weth9; address v2Factory; address v3Factory; bytes32 pairInitCodeHash; bytes32 poolInitCodeHash; address v4PoolManager; address v3NFTPositionManager; address v4PositionManager; }',
  'constructor(RouterParameters params)',
])

/** The devnet's bridge, with the event of LI.FI's contract. */
export const devBridgeAbi = parseAbi([
  'struct BridgeData { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }',
  'function start(BridgeData data) payable',
  'event LiFiTransferStarted(BridgeData bridgeData)',
])

/** The ENS registry (ERC-137). */
export const ensRegistryAbi = parseAbi([
  'function owner(bytes32 node) view returns (address)',
  'function resolver(bytes32 node) view returns (address)',
  'function setOwner(bytes32 node, address owner)',
  'function setSubnodeOwner(bytes32 node, bytes32 label, address owner) returns (bytes32)',
  'function setSubnodeRecord(bytes32 node, bytes32 label, address owner, address resolver, uint64 ttl)',
])

/** The ENS public resolver (ERC-137, ERC-181, ERC-634). */
export const ensResolverAbi = parseAbi([
  'constructor(address registry)',
  'function addr(bytes32 node) view returns (address)',
  'function name(bytes32 node) view returns (string)',
  'function text(bytes32 node, string key) view returns (string)',
  'function setAddr(bytes32 node, address addr)',
  'function setName(bytes32 node, string name)',
  'function setText(bytes32 node, string key, string value)',
])

/** The ENS reverse registrar (ERC-181): an account names itself. */
export const ensReverseRegistrarAbi = parseAbi([
  'constructor(address registry, address resolver)',
  'function setName(string name) returns (bytes32)',
  'function node(address addr) pure returns (bytes32)',
])

/** Code of the embedded wallet's accounts: ERC-7821, ERC-7739 and batches that the account's key has signed. */
export const foyerAccountAbi = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'struct PackedUserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function execute(bytes32 mode, bytes executionData) payable',
  'function executionNonce(uint192 sequence) view returns (uint256)',
  'function supportsExecutionMode(bytes32 mode) view returns (bool)',
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
  'function validateUserOp(PackedUserOperation userOp, bytes32 userOpHash, uint256 missingAccountFunds) returns (uint256)',
  'function entryPoint() view returns (address)',
  'function permissions() view returns (address)',
  'function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)',
  'error AccountUnauthorized(address sender)',
  'error UnsupportedExecutionMode()',
  'error ExecutionExpired(uint256 deadline)',
  'error InvalidExecutionNonce(uint256 nonce)',
  'error InvalidExecutionSignature()',
])

/** `contracts/FoyerPermissions.sol`. */
export const foyerPermissionsAbi = parseAbi([
  'struct Allowance { address token; uint192 amount; uint192 initial; uint192 max; uint64 period; }',
  'struct Target { address target; bytes4 selector; }',
  'struct Grant { address account; address signer; bytes32 origin; uint64 start; uint64 expiry; uint64 epoch; uint32 calls; uint256 salt; Allowance[] allowances; Target[] targets; }',
  'function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executions)',
  'function revoke(bytes32 grant)',
  'function revokeAll()',
  'function epochOf(address account) view returns (uint64)',
  'function hashOf(Grant grant) view returns (bytes32)',
  'function isRevoked(Grant grant) view returns (bool)',
  'function available(Grant grant) view returns (uint256[] amounts, uint256 calls)',
  'event Redeemed(address indexed account, bytes32 indexed grant, uint256 calls)',
  'event Revoked(address indexed account, bytes32 indexed grant)',
  'event RevokedAll(address indexed account, uint64 epoch)',
  'error InvalidSigner(address caller)',
  'error InvalidGrantSignature()',
  'error GrantNotStarted(uint64 start)',
  'error GrantExpired(uint64 expiry)',
  'error GrantTooLong()',
  'error GrantRevoked(bytes32 grant)',
  'error NotGranted(address target, bytes4 selector)',
  'error NeverGranted(address target, bytes4 selector)',
  'error AllowanceExceeded(address token, uint256 left)',
  'error CallsExceeded(uint256 left)',
  'error InvalidAllowances()',
  'error UnsupportedMode(bytes32 mode)',
  'error LengthMismatch()',
  'error ReentrancyGuardReentrantCall()',
  'error AccountUnauthorized(address sender)',
])

/** The parts of Farcaster's registries that a login reads, and the devnet's open `set`. */
export const farcasterIdAbi = parseAbi([
  'function idOf(address owner) view returns (uint256)',
  'function set(address owner, uint256 fid)',
])
export const farcasterKeyAbi = parseAbi([
  'function keyDataOf(uint256 fid, bytes key) view returns (uint8 state, uint32 keyType)',
  'function set(uint256 fid, bytes key, uint8 state, uint32 keyType)',
])
