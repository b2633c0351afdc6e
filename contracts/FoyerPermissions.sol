// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC7579Utils} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";
import {Execution} from "@openzeppelin/contracts/interfaces/draft-IERC7579.sol";
import {IERC7821} from "@openzeppelin/contracts/interfaces/draft-IERC7821.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

/// Lets a signer act for an account within limits that the account's key has signed (ERC-7710). It has no owner, no upgrade and
/// no funds. `FoyerAccount` executes what this contract hands it, so everything that a grant does not allow is refused here:
///
/// - Without targets, a grant allows transfers alone: of the coin, and of ERC-20 tokens by `transfer`.
/// - With targets, it allows these functions of these contracts alone, and `transfer` only if it is listed.
/// - Every amount counts: coins and transfers before they move, and any other decrease of a granted token after each call. Income
///   of one call never pays for another. A called contract that is a token itself may decrease the account's balance only within an
///   allowance.
/// - Within one call, what comes and what goes are netted: only the balances before and after it are known.
contract FoyerPermissions is EIP712, ReentrancyGuardTransient {
    /// How much of an asset may be spent: `amount` in each period of `period` seconds; or, if `period` is 0, a stream of `amount`
    /// a second after `initial`, up to `max` in all.
    struct Allowance {
        /// The zero address is the network's coin.
        address token;
        uint192 amount;
        uint192 initial;
        uint192 max;
        uint64 period;
    }

    /// A function that may be called.
    struct Target {
        address target;
        bytes4 selector;
    }

    struct Grant {
        address account;
        /// The only caller that may use the grant.
        address signer;
        /// Hash of the site's origin for which it was granted.
        bytes32 origin;
        /// Seconds since 1970, at most 30 days apart.
        uint64 start;
        uint64 expiry;
        /// The account's epoch when it was granted.
        uint64 epoch;
        /// Number of calls in all.
        uint32 calls;
        uint256 salt;
        Allowance[] allowances;
        Target[] targets;
    }

    struct Spent {
        uint192 amount;
        /// The period in which it was spent.
        uint64 period;
    }

    struct Used {
        uint32 calls;
        mapping(uint256 index => Spent) spent;
    }

    /// The caller is not the grant's signer.
    error InvalidSigner(address caller);
    /// The account's key did not sign this grant for this contract and chain.
    error InvalidGrantSignature();
    error GrantNotStarted(uint64 start);
    error GrantExpired(uint64 expiry);
    error GrantTooLong();
    error GrantRevoked(bytes32 grant);
    /// The grant does not allow this call.
    error NotGranted(address target, bytes4 selector);
    /// No grant can allow this call.
    error NeverGranted(address target, bytes4 selector);
    /// More than the grant allows now; `left` is what it does.
    error AllowanceExceeded(address token, uint256 left);
    error CallsExceeded(uint256 left);
    /// Two allowances for one token.
    error InvalidAllowances();
    error UnsupportedMode(bytes32 mode);
    error LengthMismatch();

    event Redeemed(address indexed account, bytes32 indexed grant, uint256 calls);
    event Revoked(address indexed account, bytes32 indexed grant);
    event RevokedAll(address indexed account, uint64 epoch);

    bytes32 private constant ALLOWANCE_TYPEHASH =
        keccak256("Allowance(address token,uint192 amount,uint192 initial,uint192 max,uint64 period)");
    bytes32 private constant TARGET_TYPEHASH = keccak256("Target(address target,bytes4 selector)");
    bytes32 private constant GRANT_TYPEHASH = keccak256(
        "Grant(address account,address signer,bytes32 origin,uint64 start,uint64 expiry,uint64 epoch,uint32 calls,uint256 salt,Allowance[] allowances,Target[] targets)"
        "Allowance(address token,uint192 amount,uint192 initial,uint192 max,uint64 period)"
        "Target(address target,bytes4 selector)"
    );

    /// ERC-7579: one call, and a batch of which all or none happen.
    bytes32 private constant MODE_SINGLE = bytes32(0);
    bytes32 private constant MODE_BATCH = bytes32(uint256(1) << 248);
    uint64 private constant LONGEST = 30 days;

    mapping(bytes32 grant => Used) private _used;
    mapping(address account => mapping(bytes32 grant => bool)) private _revoked;
    /// The account's epoch: grants of earlier ones are void.
    mapping(address account => uint64) public epochOf;

    constructor() EIP712("Foyer Permissions", "1") {}

    /// Uses grants: the account of each makes the calls, all or none. A context is `abi.encode(Grant, bytes signature)`; the modes
    /// are those of ERC-7579 for one call and for a batch.
    function redeemDelegations(
        bytes[] calldata contexts,
        bytes32[] calldata modes,
        bytes[] calldata executions
    ) external nonReentrant {
        if (contexts.length != modes.length || contexts.length != executions.length) revert LengthMismatch();
        for (uint256 i = 0; i < contexts.length; ++i) _redeem(contexts[i], modes[i], executions[i]);
    }

    /// Revokes a grant of the calling account, for good.
    function revoke(bytes32 grant) external {
        _revoked[msg.sender][grant] = true;
        emit Revoked(msg.sender, grant);
    }

    /// Revokes all grants of the calling account, for good.
    function revokeAll() external {
        emit RevokedAll(msg.sender, ++epochOf[msg.sender]);
    }

    /// The hash that the account's key signs, and by which the grant is revoked.
    function hashOf(Grant memory grant) public view returns (bytes32) {
        bytes32[] memory allowances = new bytes32[](grant.allowances.length);
        for (uint256 i = 0; i < allowances.length; ++i)
            allowances[i] = keccak256(abi.encode(ALLOWANCE_TYPEHASH, grant.allowances[i]));
        bytes32[] memory targets = new bytes32[](grant.targets.length);
        for (uint256 i = 0; i < targets.length; ++i)
            targets[i] = keccak256(abi.encode(TARGET_TYPEHASH, grant.targets[i]));
        bytes memory head = abi.encode(GRANT_TYPEHASH, grant.account, grant.signer, grant.origin, grant.start, grant.expiry);
        bytes memory rest = abi.encode(
            grant.epoch,
            grant.calls,
            grant.salt,
            keccak256(abi.encodePacked(allowances)),
            keccak256(abi.encodePacked(targets))
        );
        return _hashTypedDataV4(keccak256(bytes.concat(head, rest)));
    }

    function isRevoked(Grant memory grant) public view returns (bool) {
        return _revoked[grant.account][hashOf(grant)] || grant.epoch != epochOf[grant.account];
    }

    /// What can be spent now of each allowance, and how many calls are left.
    function available(Grant memory grant) external view returns (uint256[] memory amounts, uint256 calls) {
        bytes32 hash = hashOf(grant);
        amounts = new uint256[](grant.allowances.length);
        if (isRevoked(grant) || block.timestamp < grant.start || block.timestamp >= grant.expiry) return (amounts, 0);
        for (uint256 i = 0; i < amounts.length; ++i) amounts[i] = _left(hash, grant, i);
        calls = grant.calls - _used[hash].calls;
    }

    function _redeem(bytes calldata context, bytes32 mode, bytes calldata execution) private {
        (Grant memory grant, bytes memory signature) = abi.decode(context, (Grant, bytes));
        bytes32 hash = hashOf(grant);
        _mustBeValid(grant, hash, signature);
        Execution[] memory calls = _callsOf(mode, execution);
        _count(grant, hash, calls.length);
        uint256[] memory balances = _balances(grant);
        for (uint256 i = 0; i < calls.length; ++i) balances = _make(grant, hash, calls[i], balances);
        emit Redeemed(grant.account, hash, calls.length);
    }

    /// Makes one call, and counts what it spends: what the call says before it happens, and any further decrease of a granted token
    /// afterwards. An increase is never subtracted, so that income of one call does not pay for the next one.
    /// @param balances of the granted tokens before the call; those after it are returned.
    function _make(
        Grant memory grant,
        bytes32 hash,
        Execution memory one,
        uint256[] memory balances
    ) private returns (uint256[] memory later) {
        uint256[] memory amounts = _amountsOf(grant, one);
        for (uint256 i = 0; i < amounts.length; ++i) _spend(hash, grant, i, amounts[i]);
        uint256 held = _held(grant, one.target);
        Execution[] memory calls = new Execution[](1);
        calls[0] = one;
        IERC7821(grant.account).execute(MODE_BATCH, abi.encode(calls));
        // A token that moves more than it was told to, and a function that spends otherwise than by `transfer`.
        later = _balances(grant);
        for (uint256 i = 0; i < amounts.length; ++i)
            if (balances[i] > later[i] && balances[i] - later[i] > amounts[i])
                _spend(hash, grant, i, balances[i] - later[i] - amounts[i]);
        if (held > _held(grant, one.target)) revert NotGranted(one.target, bytes4(one.callData));
    }

    function _mustBeValid(Grant memory grant, bytes32 hash, bytes memory signature) private view {
        if (msg.sender != grant.signer) revert InvalidSigner(msg.sender);
        if (block.timestamp < grant.start) revert GrantNotStarted(grant.start);
        if (block.timestamp >= grant.expiry) revert GrantExpired(grant.expiry);
        if (grant.expiry - grant.start > LONGEST) revert GrantTooLong();
        if (_revoked[grant.account][hash] || grant.epoch != epochOf[grant.account]) revert GrantRevoked(hash);
        for (uint256 i = 0; i < grant.allowances.length; ++i)
            if (_indexOf(grant, grant.allowances[i].token) != i) revert InvalidAllowances();
        (address key, , ) = ECDSA.tryRecover(hash, signature);
        // Without a valid signature the key is the zero address, which is no account.
        if (key == address(0) || key != grant.account) revert InvalidGrantSignature();
    }

    function _callsOf(bytes32 mode, bytes calldata execution) private pure returns (Execution[] memory calls) {
        if (mode == MODE_BATCH) return ERC7579Utils.decodeBatch(execution);
        if (mode != MODE_SINGLE) revert UnsupportedMode(mode);
        calls = new Execution[](1);
        (calls[0].target, calls[0].value, calls[0].callData) = ERC7579Utils.decodeSingle(execution);
    }

    function _count(Grant memory grant, bytes32 hash, uint256 calls) private {
        Used storage used = _used[hash];
        uint256 left = grant.calls - used.calls;
        if (calls > left) revert CallsExceeded(left);
        used.calls += uint32(calls);
    }

    /// What a call says that it spends of each allowance. Refuses a call that is not granted.
    function _amountsOf(Grant memory grant, Execution memory one) private view returns (uint256[] memory amounts) {
        amounts = new uint256[](grant.allowances.length);
        bytes4 selector = bytes4(one.callData);
        _refuseForbidden(grant, one.target, selector, one.callData.length > 0);
        if (one.value > 0) amounts[_allowed(grant, address(0), one.target, selector)] = one.value;
        if (one.callData.length == 0) {
            if (grant.targets.length > 0) revert NotGranted(one.target, selector);
            _allowed(grant, address(0), one.target, selector);
            return amounts;
        }
        if (one.callData.length < 4) revert NotGranted(one.target, selector);
        bool isTransfer = selector == IERC20.transfer.selector;
        bool isListed = grant.targets.length == 0 ? isTransfer && one.value == 0 : _isListed(grant, one.target, selector);
        if (!isListed) revert NotGranted(one.target, selector);
        if (!isTransfer) return amounts;
        if (one.callData.length != 68) revert NotGranted(one.target, selector);
        amounts[_allowed(grant, one.target, one.target, selector)] = _secondWord(one.callData);
    }

    /// Refuses what would let the signer pass the limits: the account's own code, contracts that act for accounts, and functions
    /// that hand tokens or rights to someone else.
    function _refuseForbidden(Grant memory grant, address target, bytes4 selector, bool isCall) private view {
        bool isAccount = target == grant.account || target == address(this) || target == address(0);
        // EntryPoint 0.6, 0.7, 0.8 and 0.9, and Permit2.
        bool isActing = target == 0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789 ||
            target == 0x0000000071727De22E5E9d8BAf0edAc6f37da032 ||
            target == 0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108 ||
            target == 0x433709009B8330FDa32311DF1C2AFA402eD8D009 ||
            target == 0x000000000022D473030F116dDEE9F6B43aC78BA3;
        if (isAccount || isActing || (isCall && _isForbidden(selector))) revert NeverGranted(target, selector);
    }

    /// The wallet has the same list; a test compares them.
    function _isForbidden(bytes4 selector) private pure returns (bool) {
        return
            // approve, increaseAllowance, decreaseAllowance, increaseApproval, setApprovalForAll
            selector == 0x095ea7b3 ||
            selector == 0x39509351 ||
            selector == 0xa457c2d7 ||
            selector == 0xd73dd623 ||
            selector == 0xa22cb465 ||
            // approve without an amount, and with an end (Permit2 and its copies)
            selector == 0xdaea85c5 ||
            selector == 0x87517c45 ||
            // permit (ERC-2612, DAI, with a signature as bytes)
            selector == 0xd505accf ||
            selector == 0x8fcbaf0c ||
            selector == 0x9fd5a6cf ||
            // transferFrom, and safeTransferFrom of ERC-721 and ERC-1155, with batches
            selector == 0x23b872dd ||
            selector == 0x42842e0e ||
            selector == 0xb88d4fde ||
            selector == 0xf242432a ||
            selector == 0x2eb2c2d6 ||
            // transferFrom of Permit2, one and several
            selector == 0x36c78516 ||
            selector == 0x0d58b1db ||
            // ERC-6909: approve, setOperator, transfer, transferFrom
            selector == 0x426a8493 ||
            selector == 0x558a7297 ||
            selector == 0x095bcdb6 ||
            selector == 0xfe99049a ||
            // approveAndCall, authorizeOperator
            selector == 0x3177029f ||
            selector == 0xcae9ca51 ||
            selector == 0x959b8c3f ||
            // Lending and pools: approveDelegation (Aave), allow (Compound), setAuthorization (Morpho), hope (Maker),
            // setRelayerApproval (Balancer)
            selector == 0xc04a8a10 ||
            selector == 0x110496e5 ||
            selector == 0xeecea000 ||
            selector == 0xa3b22fc4 ||
            selector == 0xfa6e671d ||
            // transferOwnership, grantRole
            selector == 0xf2fde38b ||
            selector == 0x2f2ff15d ||
            // multicall, which wraps any of these
            selector == 0xac9650d8 ||
            selector == 0x5ae401dc ||
            selector == 0x1f0464d1 ||
            // No function: some contracts run anything for it.
            selector == 0x00000000;
    }

    function _isListed(Grant memory grant, address target, bytes4 selector) private pure returns (bool) {
        for (uint256 i = 0; i < grant.targets.length; ++i)
            if (grant.targets[i].target == target && grant.targets[i].selector == selector) return true;
        return false;
    }

    /// The index of the allowance for a token; refuses the call if there is none.
    function _allowed(Grant memory grant, address token, address target, bytes4 selector) private pure returns (uint256 index) {
        index = _indexOf(grant, token);
        if (index == grant.allowances.length) revert NotGranted(target, selector);
    }

    function _indexOf(Grant memory grant, address token) private pure returns (uint256 index) {
        while (index < grant.allowances.length && grant.allowances[index].token != token) ++index;
    }

    function _secondWord(bytes memory data) private pure returns (uint256 word) {
        // After the length, the selector and the first word.
        assembly ("memory-safe") {
            word := mload(add(data, 0x44))
        }
    }

    function _spend(bytes32 hash, Grant memory grant, uint256 index, uint256 amount) private {
        if (amount == 0) return;
        uint256 left = _left(hash, grant, index);
        Allowance memory allowance = grant.allowances[index];
        if (amount > left) revert AllowanceExceeded(allowance.token, left);
        Spent storage spent = _used[hash].spent[index];
        uint64 period = _periodOf(grant, allowance);
        // Below `left`, which has at most 192 bits.
        spent.amount = period == spent.period ? spent.amount + uint192(amount) : uint192(amount);
        spent.period = period;
    }

    function _left(bytes32 hash, Grant memory grant, uint256 index) private view returns (uint256) {
        Allowance memory allowance = grant.allowances[index];
        Spent memory spent = _used[hash].spent[index];
        if (allowance.period > 0)
            return _periodOf(grant, allowance) == spent.period ? allowance.amount - spent.amount : allowance.amount;
        uint256 streamed = allowance.initial + (block.timestamp - grant.start) * allowance.amount;
        return (streamed < allowance.max ? streamed : allowance.max) - spent.amount;
    }

    function _periodOf(Grant memory grant, Allowance memory allowance) private view returns (uint64) {
        return allowance.period == 0 ? 0 : uint64((block.timestamp - grant.start) / allowance.period);
    }

    /// The account's balance of each granted token; 0 for the coin, of which calls say what they spend.
    function _balances(Grant memory grant) private view returns (uint256[] memory balances) {
        balances = new uint256[](grant.allowances.length);
        for (uint256 i = 0; i < balances.length; ++i)
            if (grant.allowances[i].token != address(0))
                balances[i] = IERC20(grant.allowances[i].token).balanceOf(grant.account);
    }

    /// The account's balance of a called contract that is a token without an allowance; 0 for any other.
    function _held(Grant memory grant, address target) private view returns (uint256) {
        if (grant.targets.length == 0 || _indexOf(grant, target) < grant.allowances.length) return 0;
        (bool success, bytes memory answer) = target.staticcall(abi.encodeCall(IERC20.balanceOf, (grant.account)));
        return success && answer.length == 32 ? abi.decode(answer, (uint256)) : 0;
    }
}
