// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC3009} from "@openzeppelin/contracts/token/ERC20/extensions/draft-ERC3009.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {DevToken} from "./DevToken.sol";

/// The devnet's dollar: its holders can also sign a transfer that someone else submits and pays for (EIP-3009), as those of USDC can.
contract DevDollar is DevToken, ERC3009 {
    constructor(string memory name_, string memory symbol_, uint8 decimals_)
        DevToken(name_, symbol_, decimals_)
    {}

    /// The same for accounts with code, which check their signatures themselves (ERC-1271), as USDC has it since version 2.2.
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) external {
        bytes32 hash = _hashTypedDataV4(
            keccak256(abi.encode(TRANSFER_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce))
        );
        require(SignatureChecker.isValidSignatureNow(from, hash, signature), ERC3009InvalidSignature());
        _transferWithAuthorization(from, to, value, validAfter, validBefore, nonce);
    }

    function decimals() public view override(ERC20, DevToken) returns (uint8) {
        return super.decimals();
    }
}
