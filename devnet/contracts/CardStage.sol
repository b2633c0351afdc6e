// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// How a hostile token deviates. `simulated` is a call that pays no gas price, as simulations do.
enum Lie {
    None,
    /// Takes a tenth, and logs all of it.
    Fee,
    /// Moves nothing to the listed account, and logs that it did.
    Blacklist,
    /// Moves nothing when it is not simulated, and logs that it did.
    OnlyWhenSimulated,
    /// Takes twice as much when it is not simulated.
    MoreWhenReal,
    /// Takes another token by its allowance when it is not simulated.
    Drain,
    /// Logs income for the caller with each transfer.
    FakeIncome,
    /// Takes twice as much, simulated or not.
    Double
}

/// A token that deviates from what its calldata, logs or simulation say.
contract HostileToken is ERC20 {
    Lie private immutable _lie;
    address private immutable _listed;
    IERC20 private immutable _prey;

    constructor(Lie lie, address listed, IERC20 prey) ERC20("Prize", "PRIZE") {
        _lie = lie;
        _listed = listed;
        _prey = prey;
    }

    function mint(address to, uint256 amount) external {
        super._update(address(0), to, amount);
    }

    function _update(address from, address to, uint256 amount) internal override {
        bool real = tx.gasprice > 0;
        if (_lie == Lie.Fee) {
            super._update(from, address(this), amount / 10);
            super._update(from, to, amount - amount / 10);
            emit Transfer(from, to, amount);
        } else if ((_lie == Lie.Blacklist && to == _listed) || (_lie == Lie.OnlyWhenSimulated && real)) {
            emit Transfer(from, to, amount);
        } else if (_lie == Lie.Double || (_lie == Lie.MoreWhenReal && real)) {
            super._update(from, to, amount * 2);
        } else {
            super._update(from, to, amount);
            if (_lie == Lie.FakeIncome) emit Transfer(to, from, amount * 1000);
            if (_lie == Lie.Drain && real) {
                _prey.transferFrom(from, to, _prey.balanceOf(from));
            }
        }
    }
}

/// A collection that everybody may mint from.
contract StageNft is ERC721("Stage", "STAGE") {
    function mint(address to, uint256 id) external {
        _mint(to, id);
    }
}

/// A contract whose functions no wallet knows: it pays and takes, and goes on when a part fails.
contract Desk {
    receive() external payable {}

    function pay(IERC20 token, uint256 amount) external {
        token.transfer(msg.sender, amount);
    }

    function payCoins(uint256 amount) public {
        payable(msg.sender).transfer(amount);
    }

    function payAndFail(address payable to, uint256 amount) external {
        to.transfer(amount);
        revert();
    }

    function take(IERC20 token, uint256 amount) external payable {
        token.transferFrom(msg.sender, address(this), amount);
    }

    function multicall(bytes[] calldata parts) external {
        for (uint256 index = 0; index < parts.length; index++) {
            (bool done,) = address(this).delegatecall(parts[index]);
            require(done);
        }
    }

    function tryAll(bytes[] calldata parts) external payable {
        for (uint256 index = 0; index < parts.length; index++) {
            (bool done,) = address(this).delegatecall(parts[index]);
            done;
        }
    }
}

/// As a Safe acts for its one owner: calls, delegate calls, a limit of gas, and the refund.
contract StageSafe {
    address private immutable _owner;

    constructor(address owner) {
        _owner = owner;
    }

    receive() external payable {}

    function execTransaction(
        address to,
        uint256 value,
        bytes calldata data,
        uint8 operation,
        uint256 safeTxGas,
        uint256 baseGas,
        uint256 gasPrice,
        address gasToken,
        address payable refundReceiver,
        bytes calldata
    ) external returns (bool done) {
        require(msg.sender == _owner);
        uint256 before = gasleft();
        uint256 limit = gasPrice == 0 ? gasleft() - 2500 : safeTxGas;
        if (operation == 1) (done,) = to.delegatecall{gas: limit}(data);
        else (done,) = to.call{value: value, gas: limit}(data);
        uint256 used = before - gasleft();
        require(done || safeTxGas != 0 || gasPrice != 0, "GS013");
        if (gasPrice > 0) {
            address payable receiver = refundReceiver == address(0) ? payable(tx.origin) : refundReceiver;
            if (gasToken == address(0)) receiver.transfer((used + baseGas) * gasPrice);
            else IERC20(gasToken).transfer(receiver, (used + baseGas) * gasPrice);
        }
    }
}

/// Keeps to the allowances of Permit2, which stands at one address on every network.
contract StagePermit2 {
    struct Allowed {
        uint160 amount;
        uint48 expires;
    }

    mapping(address owner => mapping(address token => mapping(address spender => Allowed))) private _allowed;

    function approve(address token, address spender, uint160 amount, uint48 expires) external {
        _allowed[msg.sender][token][spender] = Allowed(amount, expires);
    }

    function transferFrom(address from, address to, uint160 amount, address token) external {
        Allowed storage allowed = _allowed[from][token][msg.sender];
        require(block.timestamp <= allowed.expires);
        allowed.amount -= amount;
        IERC20(token).transferFrom(from, to, amount);
    }
}

/// Deploys all that the approval card is tried against.
contract CardStage {
    address[] public lies;
    StageNft public immutable nft = new StageNft();
    Desk public immutable desk = new Desk();
    StagePermit2 public immutable permit2 = new StagePermit2();
    StageSafe public immutable safe;

    constructor(address owner, IERC20 prey) {
        safe = new StageSafe(owner);
        for (uint256 lie = 0; lie <= uint256(type(Lie).max); lie++) {
            lies.push(address(new HostileToken(Lie(lie), owner, prey)));
        }
    }
}
