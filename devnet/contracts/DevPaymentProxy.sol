// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// The part of Permit2 that moves a token by a signature with data of another contract (SignatureTransfer).
interface IPermit2 {
    struct TokenPermissions {
        address token;
        uint256 amount;
    }

    struct Permit {
        TokenPermissions permitted;
        uint256 nonce;
        uint256 deadline;
    }

    struct TransferDetails {
        address to;
        uint256 requestedAmount;
    }

    function permitWitnessTransferFrom(
        Permit calldata permit,
        TransferDetails calldata details,
        address owner,
        bytes32 witness,
        string calldata witnessTypes,
        bytes calldata signature
    ) external;
}

/// The devnet's own contract with the messages of x402's proxy for Permit2: what a payer signs reaches the signed receiver only,
/// in full, whoever submits it.
contract DevPaymentProxy {
    struct Witness {
        address to;
        uint256 validAfter;
    }

    error TooEarly(uint256 validAfter);

    IPermit2 private constant PERMIT2 = IPermit2(0x000000000022D473030F116dDEE9F6B43aC78BA3);
    bytes32 private constant WITNESS_TYPEHASH = keccak256("Witness(address to,uint256 validAfter)");
    /// The rest of the message's type, as Permit2 wants it: the witness, then all types in alphabetical order.
    string private constant WITNESS_TYPES =
        "Witness witness)TokenPermissions(address token,uint256 amount)Witness(address to,uint256 validAfter)";

    function settle(
        IPermit2.Permit calldata permit,
        address owner,
        Witness calldata witness,
        bytes calldata signature
    ) external {
        if (block.timestamp < witness.validAfter) revert TooEarly(witness.validAfter);
        PERMIT2.permitWitnessTransferFrom(
            permit,
            IPermit2.TransferDetails(witness.to, permit.permitted.amount),
            owner,
            keccak256(abi.encode(WITNESS_TYPEHASH, witness.to, witness.validAfter)),
            WITNESS_TYPES,
            signature
        );
    }
}
