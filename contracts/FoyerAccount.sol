// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Account} from "@openzeppelin/contracts/account/Account.sol";
import {ERC7821} from "@openzeppelin/contracts/account/extensions/draft-ERC7821.sol";
import {ERC4337Utils} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {ERC7579Utils, Execution} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";
import {IEntryPoint, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {ERC7739} from "@openzeppelin/contracts/utils/cryptography/signers/draft-ERC7739.sol";
import {SignerEIP7702} from "@openzeppelin/contracts/utils/cryptography/signers/SignerEIP7702.sol";

/// Code for an account with a key (EIP-7702). The account keeps its address, and its key stays its only owner: there is no
/// other owner, no upgrade and no way to call code in its name other than by its key, or within limits that its key has signed.
///
/// - It makes several calls, of which all or none happen (ERC-7821).
/// - Someone else can send a batch that its key has signed, and pay for it. Each signature is valid once, until its deadline.
/// - Its signatures are bound to this account and chain (ERC-7739), so that they are worth nothing elsewhere.
/// - An ERC-4337 bundler can send its operations through EntryPoint 0.8, until the end that its key has signed with each.
/// - Someone else can act within a grant that its key has signed, as far as `FoyerPermissions` allows (ERC-7710).
contract FoyerAccount is Account, SignerEIP7702, ERC7739, ERC7821, ERC721Holder, ERC1155Holder {
    /// The signature has expired.
    error ExecutionExpired(uint256 deadline);
    /// The signature was used, or an earlier one of the same key is missing.
    error InvalidExecutionNonce(uint256 nonce);
    /// The key of this account did not sign this batch for this account on this chain.
    error InvalidExecutionSignature();

    /// ERC-7821: a batch with data for the account, which is a signature here.
    bytes32 private constant MODE_SIGNED = 0x0100000000007821000100000000000000000000000000000000000000000000;
    bytes32 private constant CALL_TYPEHASH = keccak256("Call(address to,uint256 value,bytes data)");
    bytes32 private constant EXECUTE_TYPEHASH = keccak256(
        "Execute(Call[] calls,uint256 nonce,uint256 deadline)Call(address to,uint256 value,bytes data)"
    );
    bytes32 private constant OPERATION_TYPEHASH = keccak256("Operation(bytes32 userOpHash,uint48 validUntil)");

    /// 6 bytes for the end, 65 of the key.
    uint256 private constant OPERATION_SIGNATURE_LENGTH = 71;

    /// The account's storage belongs to every contract that the key ever delegates to, so this one uses a place of its own.
    /// @custom:storage-location erc7201:foyer.account
    struct AccountStorage {
        /// The next number of each sequence of signed batches.
        mapping(uint192 sequence => uint64) next;
    }

    // keccak256(abi.encode(uint256(keccak256("foyer.account")) - 1)) & ~bytes32(uint256(0xff)); checked by a test.
    bytes32 private constant STORAGE = 0xdd2b3d8689ac1e75afc0ef9f66f402020014d1ebd151137539ccee032a85c100;

    /// The only contract besides the EntryPoint whose calls the account makes.
    address public immutable permissions;

    constructor(address permissions_) EIP712("Foyer Account", "1") {
        permissions = permissions_;
    }

    /// @inheritdoc Account
    function entryPoint() public pure override returns (IEntryPoint) {
        return ERC4337Utils.ENTRYPOINT_V08;
    }

    /// The nonce of the next signed batch: the sequence in the upper 192 bits, its number in the lower 64. Batches of different
    /// sequences do not wait for one another.
    function executionNonce(uint192 sequence) public view returns (uint256) {
        return (uint256(sequence) << 64) | _storage().next[sequence];
    }

    /// Makes calls, all or none. `executionData` is `abi.encode(Call[])`, from the account itself or the EntryPoint; or, in the
    /// mode `0x0100000000007821000100…`, `abi.encode(Call[], bytes opData)` from anyone, where `opData` is
    /// `abi.encode(uint256 nonce, uint256 deadline, bytes signature)`.
    function execute(bytes32 mode, bytes calldata executionData) public payable override {
        if (mode != MODE_SIGNED) return super.execute(mode, executionData);
        bytes calldata opData = _opDataOf(executionData);
        if (opData.length > 0) _useSignature(executionData, opData);
        else if (!_erc7821AuthorizedExecutor(msg.sender, mode, executionData)) revert AccountUnauthorized(msg.sender);
        ERC7579Utils.execBatch(executionData, ERC7579Utils.EXECTYPE_DEFAULT);
    }

    /// An operation is valid until an end that its key has signed. Without one, an operation that failed to enter a block (a paymaster
    /// can see to that) could be sent again at any time, by anyone who saw it. `signature` is the last valid second since 1970, as
    /// 6 bytes, and the key's signature of it together with the operation's hash.
    /// @inheritdoc Account
    function _validateUserOp(
        PackedUserOperation calldata,
        bytes32 userOpHash,
        bytes calldata signature
    ) internal view override returns (uint256) {
        if (signature.length != OPERATION_SIGNATURE_LENGTH) return ERC4337Utils.SIG_VALIDATION_FAILED;
        uint48 validUntil = uint48(bytes6(signature[0:6]));
        // The EntryPoint reads 0 as no end.
        if (validUntil == 0) return ERC4337Utils.SIG_VALIDATION_FAILED;
        bytes32 hash = _hashTypedDataV4(keccak256(abi.encode(OPERATION_TYPEHASH, userOpHash, validUntil)));
        bool isSigned = _rawSignatureValidation(hash, signature[6:]);
        return
            (uint256(validUntil) << 160) |
            (isSigned ? ERC4337Utils.SIG_VALIDATION_SUCCESS : ERC4337Utils.SIG_VALIDATION_FAILED);
    }

    /// @inheritdoc ERC7821
    function supportsExecutionMode(bytes32 mode) public view override returns (bool) {
        return mode == MODE_SIGNED || super.supportsExecutionMode(mode);
    }

    function _erc7821AuthorizedExecutor(
        address caller,
        bytes32 mode,
        bytes calldata executionData
    ) internal view override returns (bool) {
        return
            caller == address(entryPoint()) ||
            caller == permissions ||
            super._erc7821AuthorizedExecutor(caller, mode, executionData);
    }

    /// Requires that the account's key has signed the batch, and that this signature is used for the first time and in time.
    function _useSignature(bytes calldata executionData, bytes calldata opData) private {
        (uint256 nonce, uint256 deadline, bytes memory signature) = abi.decode(opData, (uint256, uint256, bytes));
        if (block.timestamp > deadline) revert ExecutionExpired(deadline);
        uint192 sequence = uint192(nonce >> 64);
        if (nonce != executionNonce(sequence)) revert InvalidExecutionNonce(nonce);
        _storage().next[sequence]++;
        bytes32 hash = _hashTypedDataV4(
            keccak256(abi.encode(EXECUTE_TYPEHASH, _hashCalls(ERC7579Utils.decodeBatch(executionData)), nonce, deadline))
        );
        (address signer, , ) = ECDSA.tryRecover(hash, signature);
        // Without a valid signature the signer is the zero address, which is no account.
        if (signer != address(this)) revert InvalidExecutionSignature();
    }

    function _hashCalls(Execution[] calldata calls) private pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) {
            Execution calldata one = calls[i];
            hashes[i] = keccak256(abi.encode(CALL_TYPEHASH, one.target, one.value, keccak256(one.callData)));
        }
        return keccak256(abi.encodePacked(hashes));
    }

    /// The second part of `abi.encode(Call[], bytes)`, or nothing if it has only the first.
    function _opDataOf(bytes calldata executionData) private pure returns (bytes calldata) {
        if (uint256(bytes32(executionData[0x00:0x20])) < 0x40) return executionData[0:0];
        uint256 start = uint256(bytes32(executionData[0x20:0x40])) + 0x20;
        uint256 length = uint256(bytes32(executionData[start - 0x20:start]));
        return executionData[start:start + length];
    }

    function _storage() private pure returns (AccountStorage storage $) {
        assembly ("memory-safe") {
            $.slot := STORAGE
        }
    }
}
