// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {PaymasterSigner} from "@openzeppelin/contracts/account/paymaster/extensions/PaymasterSigner.sol";
import {ERC4337Utils} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IEntryPoint, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignerECDSA} from "@openzeppelin/contracts/utils/cryptography/signers/SignerECDSA.sol";

/// Pays for operations of smart accounts (ERC-4337) that its signer has signed, from a deposit at EntryPoint 0.8.
///
/// - The signer's key is on a server: it can only spend the deposit on gas. The owner's key can withdraw, and can stay offline.
/// - A signature is for one operation with all its gas limits and prices, this chain, this contract and some minutes.
/// - It counts only while the account runs `implementation` (EIP-7702). An account can change its code in the transaction that brings
///   the operation, and other code could make other calls than those that the signer has seen.
contract FoyerPaymaster is PaymasterSigner, SignerECDSA, Ownable2Step {
    /// The account does not run the code of the accounts that are paid for.
    error InvalidAccountCode(address account);

    /// Code of the accounts that are paid for.
    address public immutable implementation;
    /// The hash of an account's code that delegates to it.
    bytes32 private immutable _delegation;

    constructor(
        address owner_,
        address signer_,
        address implementation_
    ) EIP712("Foyer Paymaster", "1") SignerECDSA(signer_) Ownable(owner_) {
        implementation = implementation_;
        _delegation = keccak256(abi.encodePacked(hex"ef0100", implementation_));
    }

    function entryPoint() public pure override returns (IEntryPoint) {
        return ERC4337Utils.ENTRYPOINT_V08;
    }

    /// Adds coins to the deposit: anyone may.
    function deposit() external payable {
        _deposit(msg.value);
    }

    /// Takes coins out of the deposit.
    function withdraw(address payable to, uint256 value) external onlyOwner {
        _withdraw(to, value);
    }

    /// Replaces the signer: signatures of the one before are worth nothing from then on.
    function setSigner(address signer_) external onlyOwner {
        _setSigner(signer_);
    }

    /// Locks coins as a stake, which some bundlers ask for.
    function addStake(uint32 unstakeDelaySeconds) external payable onlyOwner {
        _addStake(msg.value, unstakeDelaySeconds);
    }

    function unlockStake() external onlyOwner {
        _unlockStake();
    }

    function withdrawStake(address payable to) external onlyOwner {
        _withdrawStake(to);
    }

    /// @inheritdoc PaymasterSigner
    function _validatePaymasterUserOp(
        PackedUserOperation calldata userOp,
        bytes32 userOpHash,
        uint256 maxCost
    ) internal override returns (bytes memory context, uint256 validationData) {
        if (userOp.sender.codehash != _delegation) revert InvalidAccountCode(userOp.sender);
        return super._validatePaymasterUserOp(userOp, userOpHash, maxCost);
    }
}
